import { expect, test } from 'vitest'
import { isRouterState } from '#lib/http/request-target.ts'

test.each([
  '["",{"children":["docs",{"children":["__PAGE__",{}]}]},null,null,16]',
  '["",{"children":[["chain","eth","d",null],{"children":["__PAGE__?{\\"a\\":\\"b\\"}",{},null,"refetch"]}]}]',
  '["",{"children":[["path","a/b","c",["x"]],{}]},["/a","?b"],"metadata-only",1,"x"]',
])('a state sent by the router is accepted: %s', (state) => {
  expect(isRouterState(state)).toBe(true)
  expect(isRouterState(encodeURIComponent(state))).toBe(true)
})

test.each([
  '',
  'garbage',
  '%ff',
  '{"a":1}',
  '[1]',
  '["",{"children":"x"}]',
  '["",{},1]',
  `["${'a'.repeat(40_000)}",{}]`,
])('a state that makes Next fail is refused: %.40s', (state) => {
  expect(isRouterState(state)).toBe(false)
})
