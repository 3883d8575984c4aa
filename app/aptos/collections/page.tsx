export { generateMetadata, Page as default } from '#components/aptos/nft/catalog/collections-page.tsx'
