import type { Rule } from '#lib/evm/token/ratings/evidence.ts'

const receiversMin = 50
const shareMax = 0.9
/** Receivers need time to use a token, and the sample must not be from one busy hour. */
const daysMin = 1
const daysMinOfPart = 7

/** Recipients of a wanted token use it; hardly anyone sends on an unsolicited one. */
export const silentReceivers: Rule = ({ transfers }) => {
  const { receivers, silentReceivers: silent, days, isWhole } = transfers
  if (receivers < receiversMin || silent <= shareMax * receivers) return null
  if (days < (isWhole ? daysMin : daysMinOfPart)) return null
  const percent = Math.floor((100 * silent) / receivers)
  return { rule: 'silent-receivers', weight: 20, text: `${percent} % of its recipients never sent any of it.` }
}
