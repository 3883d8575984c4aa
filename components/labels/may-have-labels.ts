/**
 * Whether anything has a label here, or an account that may have some is signed in: code for labels comes for nobody else. The
 * storage throws where it is forbidden; what is labelled then is told by the document alone.
 */
export const mayHaveLabels = (): boolean => {
  const { dataset } = document.documentElement
  try {
    return 'account' in dataset || 'labels' in dataset || 'labels' in localStorage || 'labels' in sessionStorage
  } catch {
    return false
  }
}
