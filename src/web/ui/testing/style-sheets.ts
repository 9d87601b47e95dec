/** Reads the style sheets for the build, for the generator of the modules' types and for the tests. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const LAY = readFileSync(join(import.meta.dirname, '..', 'lay.css'), 'utf8')

/** Declarations of each class of lay.css. */
const SHARED = new Map(
  [...LAY.matchAll(/^\.([\w-]+) \{([^}]*)\}/gm)].map(([, name = '', body = '']) => [name, body.trim()]),
)

/** A sheet with the declarations of the classes that its rules apply. */
export function applied(sheet: string): string {
  return sheet.replaceAll(/@apply ([^;]+);/g, (_, names: string) =>
    names
      .split(' ')
      .map((name) => {
        const declarations = SHARED.get(name)
        if (declarations === undefined) throw new Error(`lay.css has no class ${name}`)
        return declarations
      })
      .join(' '),
  )
}

/** The classes that a module declares, as components name them: `own-chip` is `ownChip`. What is marked as global is not its own. */
export function classesOf(sheet: string): readonly string[] {
  const bare = sheet.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/:global\([^)]*\)/g, '')
  const selectors = [...bare.matchAll(/([^{};]+)\{/g)].map(([, selector]) => selector ?? '')
  const names = selectors
    .filter((selector) => !selector.trim().startsWith('@'))
    .flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name ?? ''))
  return [...new Set(names.map(asProperty))].toSorted()
}

/** How vite names it for the component. */
function asProperty(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
