import { showAllKey, takeShowAll } from './show-all.ts'

export const chooseShowAll = (isOn: boolean): void => {
  try {
    if (isOn) localStorage.setItem(showAllKey, '1')
    else localStorage.removeItem(showAllKey)
  } catch {
    // Storage is not available: the choice applies to this page.
  }
  takeShowAll(isOn)
}
