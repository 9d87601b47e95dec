/**
 * Imported before `node:test`: the runner then follows what belongs to a test by an `AsyncLocalStorage` (decision 51). Otherwise it is
 * called for every promise that is made or collected, which takes up to half of the processor in tests.
 */
import asyncHooks from 'node:async_hooks'
import { isMainThread } from 'node:worker_threads'

type Init = (id: number, type: string, trigger: number, resource: object) => void

const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = asyncHooks
const ids = new AsyncLocalStorage<number>()
let init: Init | null = null

/** Tests and suites are resources. */
class Followed extends AsyncResource {
  constructor(...[type, options]: ConstructorParameters<typeof AsyncResource>) {
    super(type, options)
    init?.(this.asyncId(), type, this.triggerAsyncId(), this)
  }

  override runInAsyncScope<This, Result>(
    task: (this: This, ...given: never[]) => Result,
    self: This,
    ...given: never[]
  ): Result {
    return super.runInAsyncScope(() => ids.run(this.asyncId(), () => Reflect.apply(task, self, given)))
  }
}

// Threads of a test have no tests of their own.
if (isMainThread) {
  Object.assign(asyncHooks, {
    AsyncResource: Followed,
    executionAsyncId: () => ids.getStore() ?? executionAsyncId(),
    createHook(callbacks: { readonly init: Init }) {
      init = callbacks.init
      return { enable: () => {}, disable: () => {} }
    },
  })
  await import('node:test')
  Object.assign(asyncHooks, { AsyncResource, createHook, executionAsyncId })
}
