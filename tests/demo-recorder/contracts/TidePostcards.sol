// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Burnable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Burnable.sol";
import {ERC721Consecutive} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Consecutive.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// Postcards whose documents are files: ipfs://<cid>/<id>.json. The first edition is minted by one ERC-2309 event.
contract TidePostcards is ERC721, ERC721Consecutive, ERC721Burnable, IERC4906, Ownable {
    using Strings for uint256;

    uint96 private constant FIRST_EDITION = 60;
    uint256 public totalSupply = FIRST_EDITION;
    uint256 private nextId = FIRST_EDITION;
    string private folder;

    constructor(address owner, string memory folder_) ERC721("Tide Postcards", "TIDE") Ownable(owner) {
        folder = folder_;
        _mintConsecutive(owner, FIRST_EDITION);
    }

    function mintMany(address to, uint256 count) external onlyOwner {
        totalSupply += count;
        for (uint256 i = 0; i < count; i++) _mint(to, nextId++);
    }

    function sendMany(address to, uint256[] calldata ids) external {
        for (uint256 i = 0; i < ids.length; i++) safeTransferFrom(msg.sender, to, ids[i]);
    }

    function moveFolder(string calldata folder_) external onlyOwner {
        folder = folder_;
        emit BatchMetadataUpdate(0, nextId - 1);
    }

    function burn(uint256 id) public override {
        super.burn(id);
        totalSupply--;
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        return string.concat(folder, id.toString(), ".json");
    }

    function _ownerOf(uint256 id) internal view override(ERC721, ERC721Consecutive) returns (address) {
        return super._ownerOf(id);
    }

    function _update(address to, uint256 id, address auth) internal override(ERC721, ERC721Consecutive) returns (address) {
        return super._update(to, id, auth);
    }

    function supportsInterface(bytes4 id) public view override(ERC721, IERC165) returns (bool) {
        return id == bytes4(0x49064906) || super.supportsInterface(id);
    }
}
