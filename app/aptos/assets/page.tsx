export { generateMetadata, Page as default } from '#components/aptos/catalog/assets-page.tsx'
