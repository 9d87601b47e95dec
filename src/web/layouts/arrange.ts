/** From the tree of a layout to rectangles on the screen. Pure; pixels are whole. */
import type { Box, Direction, Group, Node } from './tree.ts'

export type MinSize = { readonly width: number; readonly height: number }

export type PlacedGroup = { readonly group: Group; readonly box: Box }

/** The gap between two siblings, which can be dragged. */
export type Sash = {
  /** Path of the split, from the root. */
  readonly path: readonly number[]
  /** Between this child and the next. */
  readonly at: number
  readonly direction: Direction
  readonly box: Box
  /** Pixels of every child, and the least that each may have. */
  readonly extents: readonly number[]
  readonly least: readonly number[]
}

export type Arranged = { readonly groups: readonly PlacedGroup[]; readonly sashes: readonly Sash[] }

/** Between panels, in pixels. */
export const GAP = 4

/** Height of a group that shows its tabs alone, in pixels. */
export const TABS_HEIGHT = 32

/** Shares pixels by size, no group below its minimum unless there is not enough for all. The sum is exact. */
export function share(total: number, sizes: readonly number[], least: readonly number[]): readonly number[] {
  const needed = sum(least)
  const wanted = needed >= total ? scaled(least, total) : above(total, sizes, least)
  return whole(wanted, total)
}

function above(total: number, sizes: readonly number[], least: readonly number[]): readonly number[] {
  const held = new Set<number>()
  for (;;) {
    const free = total - sum(least.filter((_, at) => held.has(at)))
    const weight = sum(sizes.filter((_, at) => !held.has(at)))
    const wanted = sizes.map((size, at) => (held.has(at) ? (least[at] ?? 0) : (free * size) / weight))
    const short = wanted.findIndex((extent, at) => !held.has(at) && extent < (least[at] ?? 0))
    if (short < 0) return wanted
    held.add(short)
  }
}

function scaled(sizes: readonly number[], total: number): readonly number[] {
  const all = sum(sizes)
  return sizes.map((size) => (all === 0 ? 0 : (size * total) / all))
}

/** Rounds so that the edges, not the widths, are whole: nothing is a pixel short at the end. */
function whole(extents: readonly number[], total: number): readonly number[] {
  let edge = 0
  let from = 0
  return extents.map((extent, at) => {
    edge += extent
    const to = at === extents.length - 1 ? Math.round(total) : Math.round(edge)
    const width = Math.max(0, to - from)
    from = to
    return width
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/** Least size of a node, from the least size of each panel. */
function minSizeOf(node: Node, panel: (id: string) => MinSize): MinSize {
  const parts =
    node.kind === 'group' ? node.panels.map(panel) : node.children.map((child) => minSizeOf(child, panel))
  const gaps = GAP * (parts.length - 1)
  const widths = parts.map((part) => part.width)
  const heights = parts.map((part) => part.height)
  if (node.kind === 'group') return { width: Math.max(...widths), height: Math.max(...heights) }
  return node.direction === 'row'
    ? { width: sum(widths) + gaps, height: Math.max(...heights) }
    : { width: Math.max(...widths), height: sum(heights) + gaps }
}

/**
 * The rectangles of the groups and of what lies between them, in reading order.
 *
 * @param isEmpty  whether a panel has nothing to show: a group in a column with such a one in front gives its room away
 */
export function arrange(
  root: Node | null,
  box: Box,
  panel: (id: string) => MinSize,
  isEmpty: (id: string) => boolean = () => false,
): Arranged {
  const groups: PlacedGroup[] = []
  const sashes: Sash[] = []

  function lay(node: Node, within: Box, path: readonly number[]): void {
    if (node.kind === 'group') {
      groups.push({ group: node, box: within })
      return
    }
    const { direction, children } = node
    const isRow = direction === 'row'
    const room = (isRow ? within.width : within.height) - GAP * (children.length - 1)
    const slim = children.map((child) => !isRow && child.kind === 'group' && isEmpty(child.active))
    const isSlim = (at: number): boolean => slim[at] === true && slim.includes(false)
    const least = children.map((child, at) =>
      isSlim(at) ? TABS_HEIGHT : minSizeOf(child, panel)[isRow ? 'width' : 'height'],
    )
    const extents = share(
      Math.max(0, room),
      children.map(({ size }, at) => (isSlim(at) ? 0 : size)),
      least,
    )
    let offset = 0
    for (const [at, child] of children.entries()) {
      const extent = extents[at] ?? 0
      if (at > 0) {
        sashes.push({
          path,
          at: at - 1,
          direction,
          extents,
          least,
          box: isRow
            ? { ...within, x: within.x + offset - GAP, width: GAP }
            : { ...within, y: within.y + offset - GAP, height: GAP },
        })
      }
      lay(
        child,
        isRow
          ? { ...within, x: within.x + offset, width: extent }
          : { ...within, y: within.y + offset, height: extent },
        [...path, at],
      )
      offset += extent + GAP
    }
  }

  if (root !== null) lay(root, box, [])
  return { groups, sashes }
}

/** The extents after a sash was moved by some pixels, as far as both neighbours allow. */
export function moveSash({ extents, least, at }: Sash, by: number): readonly number[] {
  const [first = 0, second = 0] = [extents[at], extents[at + 1]]
  const [leastFirst = 0, leastSecond = 0] = [least[at], least[at + 1]]
  const lower = Math.min(0, leastFirst - first)
  const upper = Math.max(0, second - leastSecond)
  const moved = Math.round(Math.min(upper, Math.max(lower, by)))
  return extents.map((extent, one) =>
    one === at ? extent + moved : one === at + 1 ? extent - moved : extent,
  )
}
