/** Private windows and strict settings do not store data for a site. */
export const NotKept = () => (
  <p role="note" className="rounded-lg border border-warn/40 bg-warn/10 px-3 py-2 text-sm">
    This browser does not store data for this site: labels are lost when the tab is closed or reloaded. Save them as a
    file to keep them.
  </p>
)
