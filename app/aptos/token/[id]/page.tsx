export { generateMetadata, Page as default } from '#components/aptos/nft/token/token-page.tsx'
