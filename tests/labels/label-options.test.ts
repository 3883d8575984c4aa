import { describe, expect, test } from 'vitest'
import { type Label, labelKey } from '#components/labels/stored/label.ts'
import { labelOptions } from '#components/labels/stored/label-options.ts'
import type { LabelState } from '#components/labels/stored/label-store.ts'

const addressOf = (index: number): string => `0x${String(index).repeat(40)}`
const label = (index: number, name: string, change: Partial<Label> = {}): Label => ({
  ...{ kind: 'wallet', chain: 'demo', subject: addressOf(index), label: name, note: '', isWatched: false },
  updatedAt: index,
  ...change,
})
const mapOf = (labels: Label[]) => new Map(labels.map((one) => [labelKey(one), one]))
const stateOf = (own: Label[], account: Label[] = [], link: Label[] = []): LabelState => ({
  ...{ own: mapOf(own), account: mapOf(account), link: mapOf(link), isSignedIn: false, isKept: true },
})
const namesOf = (state: LabelState, text: string) => labelOptions(state, text).map(({ text: name }) => name)

const state = stateOf([
  label(1, 'Old pier'),
  label(2, 'Cold wallet', { note: 'behind the pier' }),
  label(3, 'Pier', { chain: 'aptos', subject: `0x${'3'.repeat(64)}` }),
])

describe('search for labels', () => {
  test('finds by name and note: exact names first, then names with that prefix', () => {
    expect(namesOf(state, 'PIER')).toEqual(['Pier', 'Cold wallet', 'Old pier'])
    expect(namesOf(state, 'pier beh')).toEqual(['Cold wallet'])
  })

  test('filters by kind and chain only together with a word', () => {
    expect(namesOf(state, 'pier demo')).toEqual(['Cold wallet', 'Old pier'])
    expect(namesOf(state, 'demo')).toEqual([])
    expect(namesOf(state, '  ')).toEqual([])
  })

  test('finds by the first or last digits of an address, but not by too few of them', () => {
    expect(namesOf(state, '0x1111')).toEqual(['Old pier'])
    expect(namesOf(state, '222222')).toEqual(['Cold wallet'])
    expect(namesOf(state, '22')).toEqual([])
  })

  test('links to the page of the labelled item', () => {
    expect(labelOptions(state, 'pier').map(({ path }) => path)).toEqual([
      `/aptos/account/0x${'3'.repeat(64)}`,
      `/demo/address/${addressOf(2)}`,
      `/demo/address/${addressOf(1)}`,
    ])
  })

  test("prefers the account's label of an item, and finds the browser's own if only that matches", () => {
    const both = stateOf([label(1, 'Mine')], [label(1, 'Of the account')])
    expect(namesOf(both, 'account')).toEqual(['Of the account'])
    expect(namesOf(both, 'mine')).toEqual(['Mine'])
    expect(namesOf(stateOf([label(1, 'Harbor mine')], [label(1, 'Harbor')]), 'harbor')).toEqual(['Harbor'])
  })

  test('is certain only for a full label of exactly one item, never for one from a link or a name on chain', () => {
    const certain = (one: LabelState, text: string) =>
      labelOptions(one, text).filter(({ isCertain }) => isCertain).length
    expect(certain(state, ' pier ')).toBe(1)
    expect(certain(state, 'old')).toBe(0)
    expect(certain(stateOf([label(1, 'Twin'), label(2, 'twin')]), 'twin')).toBe(0)
    expect(certain(stateOf([], [], [label(1, 'Lure')]), 'lure')).toBe(0)
    expect(labelOptions(stateOf([], [], [label(1, 'Lure')]), 'lure')[0]?.title).toBe('Label of a link')
    expect(certain(stateOf([label(1, '34')]), '34')).toBe(0)
    expect(certain(stateOf([label(1, addressOf(2))]), addressOf(2))).toBe(0)
  })

  test('offers five of ten thousand', () => {
    const many = stateOf(Array.from({ length: 10_000 }, (_, index) => label(index, `Same ${index}`)))
    expect(namesOf(many, 'same')).toHaveLength(5)
  })
})
