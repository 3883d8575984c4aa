/** Shows only the chains of a menu whose names have the typed text. */
export const searchChains = (field: HTMLInputElement): void => {
  const wanted = field.value.trim().toLowerCase()
  for (const item of field.parentElement?.querySelectorAll('li') ?? [])
    item.hidden = !item.textContent?.toLowerCase().includes(wanted)
}
