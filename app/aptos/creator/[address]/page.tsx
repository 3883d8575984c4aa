export { generateMetadata, Page as default } from '#components/aptos/nft/creator-page.tsx'
