import { expect, test } from 'vitest'
import { disagreements } from '#lib/nodes/compare-nodes.ts'

const says = (facts: Record<string, string>) => new Map(Object.entries(facts))
const subjectsOf = (...input: Parameters<typeof disagreements>) =>
  disagreements(...input).map((found) => found?.subject)

test('of two nodes that disagree, the first is trusted', () => {
  const testimonies = [says({ genesis: 'a' }), says({ genesis: 'b' })]
  expect(disagreements(testimonies, new Map())).toEqual([
    undefined,
    { subject: 'genesis', value: 'b', expected: 'a', against: 0 },
  ])
})

test('the majority is trusted, wherever it is in the configuration', () => {
  const testimonies = [says({ genesis: 'b' }), says({ genesis: 'a' }), says({ genesis: 'a' })]
  expect(subjectsOf(testimonies, new Map())).toEqual(['genesis', undefined, undefined])
})

test('known values take precedence over all nodes', () => {
  const testimonies = [says({ id: '1', block: 'x' }), says({ id: '2' }), undefined]
  expect(subjectsOf(testimonies, says({ id: '1', block: 'y' }))).toEqual(['block', 'id', undefined])
})

test('a node refused for one subject does not count for the next', () => {
  const testimonies = [says({ id: '1', block: 'x' }), says({ id: '2', block: 'y' }), says({ id: '2', block: 'y' })]
  expect(disagreements(testimonies, says({ id: '1' })).map((found) => found?.subject)).toEqual([undefined, 'id', 'id'])
})

test('a node without an answer for a subject is not refused for it', () => {
  const testimonies = [says({ genesis: 'a', block: 'x' }), says({ genesis: 'a' }), undefined]
  expect(subjectsOf(testimonies, says({ block: 'x' }))).toEqual([undefined, undefined, undefined])
})

test('a node is compared with earlier ones that are down', () => {
  expect(disagreements([undefined, says({ genesis: 'b' })], new Map(), says({ genesis: 'a' }))).toEqual([
    undefined,
    { subject: 'genesis', value: 'b', expected: 'a', against: 'earlier' },
  ])
})

test('a node that contradicts known values does not count for other subjects', () => {
  const testimonies = [says({ genesis: 'b', block: 'y' }), says({ genesis: 'a', block: 'x' })]
  expect(subjectsOf(testimonies, says({ block: 'x' }))).toEqual(['block', undefined])
})
