export { generateMetadata, Page as default } from '#components/server/status-page.tsx'
