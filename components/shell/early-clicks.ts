/**
 * Runs in every page before its other scripts: a click on a button that React does not know yet (slow phones, code that loads late) is
 * repeated when it does. React 19 marks an element that it renders with `__reactProps…`, and drops clicks that came before. Of several the
 * last one counts; after a minute none does.
 */
export const earlyClicks = `(() => {
  const isKnown = (button) => Object.keys(button).some((name) => name.startsWith('__reactProps'))
  let waiting
  addEventListener('click', ({ isTrusted, target }) => {
    const button = isTrusted && target.closest?.('button[type=button]:not([popovertarget])')
    if (!button) return
    clearInterval(waiting)
    if (isKnown(button)) return
    const until = Date.now() + 60000
    waiting = setInterval(() => {
      if (button.isConnected && !isKnown(button) && Date.now() < until) return
      clearInterval(waiting)
      if (isKnown(button)) button.click()
    }, 50)
  })
})()`
