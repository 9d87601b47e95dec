/** A map and a set that drop their oldest entries beyond a size. */

/** An entry keeps its place when it is set again, as in any map; delete it first to make it the newest. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #max: number
  readonly #mayDrop: (value: V) => boolean

  /** @param mayDrop  entries for which it answers false stay, also beyond the size */
  constructor(max: number, mayDrop: (value: V) => boolean = () => true) {
    super()
    this.#max = max
    this.#mayDrop = mayDrop
  }

  override set(key: K, value: V): this {
    super.set(key, value)
    if (this.size <= this.#max) return this
    for (const [oldest, old] of this) {
      if (!this.#mayDrop(old)) continue
      this.delete(oldest)
      break
    }
    return this
  }
}

/** A value keeps its place when it is added again. */
export class BoundedSet<T> extends Set<T> {
  readonly #max: number

  constructor(max: number) {
    super()
    this.#max = max
  }

  override add(value: T): this {
    super.add(value)
    for (const oldest of this) {
      if (this.size <= this.#max) break
      this.delete(oldest)
    }
    return this
  }
}
