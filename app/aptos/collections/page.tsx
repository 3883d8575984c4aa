export { generateMetadata, Page as default } from '#components/aptos/nft/collections-page.tsx'
