import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coveredPart, placeFor } from './toast-place.ts'
import type { Box, Place } from './toast-place.ts'

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const AT: Readonly<Record<Place, Box>> = {
  home: box(0, 400, 300, 200),
  right: box(700, 400, 300, 200),
  left: box(0, 400, 300, 200),
  top: box(350, 0, 300, 200),
}
const at = (place: Place): Box => AT[place]

test('the covered part of a box is between nothing and all of it', () => {
  assert.equal(coveredPart(box(0, 0, 10, 10), box(20, 0, 10, 10)), 0)
  assert.equal(coveredPart(box(0, 0, 10, 10), box(5, 0, 10, 10)), 0.5)
  assert.equal(coveredPart(box(0, 0, 10, 10), box(-5, -5, 50, 50)), 1)
  assert.equal(coveredPart(box(0, 0, 0, 10), box(0, 0, 10, 10)), 0)
})

test('toasts keep their default place until they would hide the focus, then move away', () => {
  assert.equal(placeFor(null, at), 'home')
  assert.equal(placeFor(box(400, 300, 50, 20), at), 'home')
  assert.equal(placeFor(box(10, 410, 50, 20), at), 'right')
  assert.equal(placeFor(box(0, 400, 1000, 200), at), 'top')
})

test('a focused element larger than any free place keeps them in the default place', () => {
  assert.equal(
    placeFor(box(0, 0, 400, 600), (place) => (place === 'home' ? at(place) : box(0, 0, 400, 600))),
    'home',
  )
})
