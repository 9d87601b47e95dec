/** Reads style sheets as tests need them: the tokens that hold for a document, and the rules of a sheet. */
import { applied } from './style-sheets.ts'

export type Rule = { readonly selector: string; readonly declarations: ReadonlyMap<string, string> }

/** The rules of a sheet in order, those inside `@media` as well; `@keyframes` and `@font-face` come with their own names. */
export function rulesOf(sheet: string): readonly Rule[] {
  const bare = applied(sheet).replaceAll(/\/\*.*?\*\//gs, '')
  return [...bare.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({
    selector: (selector ?? '').trim().replaceAll(/\s+/g, ' '),
    declarations: new Map(
      (body ?? '').split(';').flatMap((line) => {
        const at = line.indexOf(':')
        return at === -1
          ? []
          : [
              [
                line.slice(0, at).trim(),
                line
                  .slice(at + 1)
                  .trim()
                  .replaceAll(/\s+/g, ' '),
              ],
            ]
      }),
    ),
  }))
}

/** Tokens for a document with these attributes: the more attributes a rule names, the stronger it is. */
export function tokensFor(
  sheet: string,
  attributes: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const strong = sheet.slice(0, sheet.indexOf('@media'))
  const matching = rulesOf(strong)
    .map((rule) => ({ ...rule, wanted: [...rule.selector.matchAll(/\[data-(\w+)='(\w+)'\]/g)] }))
    .filter(({ selector, wanted }) => {
      const isRoot = selector === `:root${wanted.map(([text]) => text).join('')}`
      return isRoot && wanted.every(([, name, value]) => name !== undefined && attributes[name] === value)
    })
  const raw = new Map(
    matching
      .toSorted((a, b) => a.wanted.length - b.wanted.length)
      .flatMap(({ declarations }) => [...declarations]),
  )
  const valueOf = (name: string): string => {
    const value = (raw.get(name) ?? '').replace(
      /light-dark\((\S+), (\S+)\)/,
      attributes['theme'] === 'light' ? '$1' : '$2',
    )
    const inner = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
    return inner === undefined ? value : valueOf(inner)
  }
  return new Map([...raw.keys()].map((name) => [name, valueOf(name)]))
}

function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const [red = 0, green = 0, blue = 0] = parts
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours by the formula of WCAG 2, 1 to 21. Both as `#rrggbb`. */
export function contrastOf(first: string, second: string): number {
  const [light, dark] = [luminance(first), luminance(second)].toSorted((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}
