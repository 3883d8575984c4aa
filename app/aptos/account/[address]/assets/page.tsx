export { generateMetadata, Page as default } from '#components/aptos/account/assets-page.tsx'
