// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Burnable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Burnable.sol";
import {ERC721Royalty} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Royalty.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {LanternArt} from "./LanternArt.sol";

/// Lanterns drawn wholly on chain: tokenURI is a data: URI holding the JSON, whose image is a data: URI holding the SVG.
contract PaperLanterns is ERC721, ERC721Burnable, ERC721Royalty, Ownable {
    using Strings for uint256;

    uint256 public constant PRICE = 0.02 ether;
    uint256 public constant SUPPLY_MAX = 500;
    uint256 public totalSupply;
    uint256 private nextId = 1;

    error WrongPrice(uint256 sent, uint256 wanted);
    error SoldOut();

    constructor(address owner) ERC721("Paper Lanterns", "LANTERN") Ownable(owner) {
        _setDefaultRoyalty(owner, 500);
    }

    function mint(uint256 count) external payable {
        if (msg.value != PRICE * count) revert WrongPrice(msg.value, PRICE * count);
        _mintMany(msg.sender, count);
    }

    function give(address to, uint256 count) external onlyOwner {
        _mintMany(to, count);
    }

    function collect() external onlyOwner {
        (bool sent, ) = msg.sender.call{value: address(this).balance}("");
        require(sent, "PaperLanterns: owner refused");
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        bytes memory json = abi.encodePacked(
            '{"name":"Paper Lantern #', id.toString(),
            '","description":"A lantern folded from one sheet of light, drawn by its contract.","image":"data:image/svg+xml;base64,',
            Base64.encode(bytes(LanternArt.draw(id))),
            '","attributes":', LanternArt.attributes(id), "}"
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }

    function supportsInterface(bytes4 id) public view override(ERC721, ERC721Royalty) returns (bool) {
        return super.supportsInterface(id);
    }

    function _mintMany(address to, uint256 count) private {
        if (nextId + count - 1 > SUPPLY_MAX) revert SoldOut();
        for (uint256 i = 0; i < count; i++) _mint(to, nextId++);
    }

    function _update(address to, uint256 id, address auth) internal override returns (address from) {
        from = super._update(to, id, auth);
        if (from == address(0)) totalSupply++;
        if (to == address(0)) totalSupply--;
    }
}
