/** Queries of own profit (API-5). */
import { z } from 'zod'
import { schemaOf } from './codec/schema.ts'
import { profitGrouping, profitInterval } from './records/profit.ts'
import { pageQuery } from './values.ts'

export const profitQuery = z.strictObject({ interval: schemaOf(profitInterval).default('today') })

export const profitPartsQuery = z.strictObject({
  by: schemaOf(profitGrouping).default('market'),
  ...pageQuery,
})
