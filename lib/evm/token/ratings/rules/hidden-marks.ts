import type { Rule } from '#lib/evm/token/ratings/evidence.ts'

/** Zero widths, marks that change the direction, and fillers. Joiners are excluded: emoji and Indic scripts need them. */
const unseen =
  /[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\u3164\uFEFF\uFFA0]/u

/** Marks in the contract's own text, which are removed from displayed text. */
export const hiddenMarks: Rule = ({ reportedName, reportedSymbol }) =>
  [reportedName, reportedSymbol].some((text) => text !== null && unseen.test(text))
    ? { rule: 'hidden-marks', weight: 40, text: 'Its name or symbol contains invisible characters.' }
    : null
