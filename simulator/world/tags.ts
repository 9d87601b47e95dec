/** The catalog's tags. Tag 1 is on every sports event and on no other; the rest group events by subject. */

type TagDefinition = { readonly id: number; readonly label: string; readonly slug: string }

const LABELS: readonly (readonly [number, string])[] = [
  [1, 'Sports'],
  [2, 'Politics'],
  [21, 'Crypto'],
  [64, 'Esports'],
  [74, 'Science'],
  [82, 'Football Leagues'],
  [84, 'Weather'],
  [100, 'Economy'],
  [120, 'Finance'],
  [144, 'Elections'],
  [188, 'Central Banks'],
  [198, 'Commodities'],
  [235, 'Bitcoin'],
  [306, 'EPL'],
  [315, 'Awards'],
  [450, 'NFL'],
  [517, 'Cricket'],
  [596, 'Culture'],
  [618, 'Film'],
  [622, 'Music'],
  [639, 'Television'],
  [702, 'World'],
  [745, 'NBA'],
  [780, 'Space'],
  [864, 'Tennis'],
  [899, 'NHL'],
  [933, 'Technology'],
  [1312, 'Crypto Prices'],
  [1597, 'Global Elections'],
  [65, 'LoL'],
  [66, 'Dota 2'],
  [67, 'Valorant'],
  [100265, 'Geopolitics'],
  [100350, 'Soccer'],
  [100381, 'MLB'],
  [100639, 'Games'],
  [100780, 'Counter-Strike'],
  [101232, 'ATP'],
  [101233, 'WTA'],
  [101234, 'Challenger'],
  [100977, 'La Liga'],
  [100978, 'Serie A'],
  [100979, 'Champions Cup'],
  [101259, 'Health'],
  [101672, 'Futures'],
  [101758, 'Transport'],
  [102127, 'Up or Down'],
  [102264, 'Weekly'],
  [102467, 'Daily'],
  [102516, 'Multi Strikes'],
  [102803, 'International Cricket'],
  [102975, 'Temperature'],
  [103040, 'Chess'],
  [103041, 'Cycling'],
  [103042, 'Motor Racing'],
  [103043, 'Golf'],
  [103044, 'Boxing'],
]

export const TAGS: readonly TagDefinition[] = LABELS.map(([id, label]) => ({
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
