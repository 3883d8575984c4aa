import type { ChosenTrait } from './trait-messages.ts'

/** `Colour:Red`, as in the URL; a colon in the trait's name is written `%3A`. */
export const traitText = ({ trait, value }: ChosenTrait): string =>
  `${trait.replace(/[%:]/g, encodeURIComponent)}:${value}`

/** The selected values in a URL; invalid pairs are left out. */
export const chosenTraits = (texts: readonly string[]): ChosenTrait[] =>
  [...new Set(texts)].flatMap((text) => {
    const end = text.indexOf(':')
    if (end < 1) return []
    const trait = text.slice(0, end).replace(/%(25|3A)/gi, decodeURIComponent)
    return [{ trait, value: text.slice(end + 1) }]
  })

export const isChosen = (chosen: readonly ChosenTrait[], { trait, value }: ChosenTrait): boolean =>
  chosen.some((one) => one.trait === trait && one.value === value)

/** Toggles a value. */
export const toggled = (chosen: readonly ChosenTrait[], one: ChosenTrait): ChosenTrait[] =>
  isChosen(chosen, one)
    ? chosen.filter(({ trait, value }) => trait !== one.trait || value !== one.value)
    : [...chosen, one]
