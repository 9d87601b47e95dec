/** The few settings of the reliability tests: how much is run, and which run is repeated. */

/** The setting's text; null when it is not set. */
export function environment(
  name: 'SESAME_RELIABILITY' | 'SESAME_CRASH' | 'SESAME_SCHEDULES' | 'SESAME_SEED' | 'SESAME_SOAK',
): string | null {
  const value = process.env[name]
  return value === undefined || value === '' ? null : value
}
