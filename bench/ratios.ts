/** The ratios that benchmarks print, and how those of a run differ from the committed ones. */

export type Ratios = Readonly<Record<string, number>>
type Printed = ReadonlyMap<string, number>

/** Values of the lines `ratio NAME VALUE`; one that is no number is kept as NaN, so that it is not missed. */
export function readRatios(output: string): Printed {
  const lines = output.matchAll(/^ratio (\S+) (\S+)$/gm)
  return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]))
}

/**
 * Runs a benchmark, and once more when a ratio is wrong: another program may have taken the machine, and only what is
 * wrong twice is a regression. @param run the ratios that it prints; null when it fails @param committed its ratios
 * in `ratios.json` @param allowed how many times its committed value a ratio may be @param hasClient whether the
 * published client takes part; else a bare request replaces it. The ratios of the one that does not are not expected
 * @returns the ratios of the first run, and a line for each failure
 */
export function checkBenchmark(
  run: () => Printed | null,
  committed: Ratios,
  allowed: number,
  hasClient: boolean,
): { readonly ratios: Printed; readonly failures: readonly string[] } {
  const ratios = run()
  if (ratios === null) return { ratios: new Map(), failures: ['it failed'] }
  const first = findFaults(ratios, committed, allowed, hasClient)
  const again = first.size === 0 ? ratios : run()
  if (again === null) return { ratios, failures: [...first.values(), 'it failed when run once more'] }
  const second = findFaults(again, committed, allowed, hasClient)
  return { ratios, failures: [...second].flatMap(([name, fault]) => (first.has(name) ? fault : [])) }
}

function findFaults(
  printed: Printed,
  committed: Ratios,
  allowed: number,
  hasClient: boolean,
): ReadonlyMap<string, string> {
  const absent = hasClient ? '-bare-' : '-client-'
  const expected = Object.keys(committed).filter((name) => !name.includes(absent))
  const faults = new Map<string, string>()
  for (const name of new Set([...expected, ...printed.keys()])) {
    const [value, before] = [printed.get(name), committed[name]]
    if (value === undefined) faults.set(name, `${name}: not printed`)
    else if (!Number.isFinite(value)) faults.set(name, `${name}: no number`)
    else if (before === undefined) faults.set(name, `${name}: ${value.toFixed(3)}, not committed`)
    else if (value > before * allowed) faults.set(name, `${name}: ${value.toFixed(3)}, committed ${before}`)
  }
  return faults
}
