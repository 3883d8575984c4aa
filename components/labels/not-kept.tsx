/** Private windows and strict settings keep nothing for a site. */
export const NotKept = () => (
  <p role="note" className="rounded-lg border border-warn/40 bg-warn/10 px-3 py-2 text-sm">
    This browser keeps nothing for this site: labels work until this tab is closed or loaded anew. Save them as a file
    to have them again.
  </p>
)
