/** How busy the machine is, for limits that are promises about a machine that has time for us. */

const BURST_MICROSECONDS = 40_000

/**
 * How many times longer work takes now than it would on a machine with nothing else to do: the time that a short burst
 * of work takes by the wall clock, over the time that the processor gave to it. At least 1.
 */
export function loadFactor(): number {
  const beganAt = performance.now()
  const before = process.threadCpuUsage()
  let given = 0
  while (given < BURST_MICROSECONDS) {
    const { user, system } = process.threadCpuUsage(before)
    given = user + system
  }
  return Math.max(1, ((performance.now() - beganAt) * 1_000) / given)
}
