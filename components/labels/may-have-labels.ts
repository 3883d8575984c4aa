/**
 * Whether the browser keeps any label, or an account is signed in that may have some: code for labels comes for no one else. The
 * storage throws where it is forbidden.
 */
export const mayHaveLabels = (): boolean => {
  try {
    return 'account' in document.documentElement.dataset || 'labels' in localStorage || 'labels' in sessionStorage
  } catch {
    return false
  }
}
