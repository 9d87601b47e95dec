/** Reads the modules of styles for the generator of their types and for the tests that compare them with the components. */

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
