import { testSchedules } from './seeds.ts'

testSchedules(2)
