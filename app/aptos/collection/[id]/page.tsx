export { generateMetadata, Page as default } from '#components/aptos/collection/collection-page.tsx'
