/** HTML from templates: a text that is put in can become no markup. */

/** Text that is HTML already. */
export type Html = { readonly html: string }

/** Parts with a text between them. */
export function joined(parts: readonly Html[], between: string): Html {
  return { html: parts.map((part) => part.html).join(escaped(between)) }
}

/** HTML of which only the template is markup: text that is put in is escaped. */
export function html(
  template: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  const text = values.map((value) => {
    if (typeof value === 'string') return escaped(value)
    return 'html' in value ? value.html : value.map((part) => part.html).join('')
  })
  return { html: String.raw({ raw: template }, ...text) }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
