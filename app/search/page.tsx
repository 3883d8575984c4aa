export { generateMetadata, Page as default } from '#components/server/search-page.tsx'
