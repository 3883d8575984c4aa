/** Asks `LinkNavigation` to follow an address of this site, as if a link to it had been pressed. */
export const goToEvent = 'spyglass:goto'

export const goTo = (address: string): void => {
  document.dispatchEvent(new CustomEvent(goToEvent, { detail: address }))
}
