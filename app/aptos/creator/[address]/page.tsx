export { generateMetadata, Page as default } from '#components/aptos/nft/creator/creator-page.tsx'
