import { groupedNumber } from '#lib/format/amount.ts'
import type { Pasted } from '#lib/recognise/pasted.ts'
import { pastedCharactersMax, pastedThingsMax } from '#lib/recognise/pasted-limits.ts'
import type { LookUp } from './use-look-ups.ts'

/** `9 found, 2 not found, 1 not recognised`, as far as it is known. */
export const lookUpSummary = (lookUps: readonly LookUp[]): string => {
  const count = (state: LookUp['state']) => lookUps.filter((one) => one.state === state).length
  return [
    [count('looking'), 'being looked up'],
    [count('found'), 'found'],
    [count('absent'), 'not found'],
    [count('failed'), 'failed'],
    [count('unread'), 'not recognised'],
  ]
    .flatMap(([number, words]) => (number === 0 ? [] : `${number} ${words}`))
    .join(', ')
}

/** Sentences about the parts of the text that are not in the list. */
export const leftOutWords = ({ repeated, leftOut, unreadLeftOut, isCut }: Pasted): string =>
  [
    repeated > 0 && `${groupedNumber(repeated)} ${repeated === 1 ? 'duplicate is' : 'duplicates are'} listed once.`,
    leftOut > 0 && `${groupedNumber(leftOut)} beyond the first ${pastedThingsMax} were left out.`,
    unreadLeftOut > 0 && `${groupedNumber(unreadLeftOut)} more lines were not recognised.`,
    isCut && `Only the first ${groupedNumber(pastedCharactersMax)} characters were read.`,
  ]
    .filter(Boolean)
    .join(' ')
