export { generateMetadata, Page as default } from '#components/aptos/collection-page.tsx'
