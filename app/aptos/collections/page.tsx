export { generateMetadata, Page as default } from '#components/aptos/catalog/collections-page.tsx'
