/** The catalog's tags. Tag 1 is on every sports event and on no other; the rest group events by subject. */
import LABELS from './data/tags.json' with { type: 'json' }

type TagDefinition = { readonly id: number; readonly label: string; readonly slug: string }

export const TAGS: readonly TagDefinition[] = LABELS.map(({ id, label }) => ({
  id,
  label,
  slug: label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
}))

const bySlug = new Map(TAGS.map((tag) => [tag.slug, tag]))

/** The tag of that slug; an unknown slug is a slip in the world's definition. */
export function tagOf(slug: string): TagDefinition {
  const tag = bySlug.get(slug)
  if (tag === undefined) throw new Error(`no tag ${slug}`)
  return tag
}

/** The tag as the catalog shows it; flags are often missing. */
export function tagRow(tag: TagDefinition): Record<string, unknown> {
  const shared = {
    id: String(tag.id),
    label: tag.label,
    slug: tag.slug,
    createdAt: '2024-11-13T19:58:34.318816Z',
    updatedAt: '2026-03-09T22:21:41.828275Z',
    requiresTranslation: false,
  }
  if (tag.id % 3 === 0) return shared
  return { ...shared, forceShow: tag.id === 21, publishedAt: '2023-10-24 22:37:50.296+00', updatedBy: 15 }
}
