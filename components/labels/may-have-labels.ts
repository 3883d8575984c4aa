/**
 * Whether the browser stores any label, or a signed-in account may have some: otherwise no code for labels is loaded.
 * The storage throws where it is forbidden.
 */
export const mayHaveLabels = (): boolean => {
  try {
    return 'account' in document.documentElement.dataset || 'labels' in localStorage || 'labels' in sessionStorage
  } catch {
    return false
  }
}
