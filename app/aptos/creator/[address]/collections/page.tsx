export { generateMetadata, Page as default } from '#components/aptos/nft/creator-collections-page.tsx'
