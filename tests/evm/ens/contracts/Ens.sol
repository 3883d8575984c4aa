// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/** The parts of ENS that a resolution touches, with the interfaces of the deployed ones and without their owners' checks. */
contract Registry {
    mapping(bytes32 => address) public owner;
    mapping(bytes32 => address) public resolver;

    function set(bytes32 node, address newOwner, address newResolver) external {
        owner[node] = newOwner;
        resolver[node] = newResolver;
    }
}

contract Registrar {
    mapping(uint256 => uint256) public nameExpires;

    function setExpiry(uint256 id, uint256 expiry) external {
        nameExpires[id] = expiry;
    }
}

contract NameWrapper {
    struct Data {
        address owner;
        uint32 fuses;
        uint64 expiry;
    }

    mapping(uint256 => Data) private data;

    function wrap(uint256 id, address owner, uint64 expiry) external {
        data[id] = Data(owner, 1 << 16, expiry);
    }

    function getData(uint256 id) external view returns (address, uint32, uint64) {
        Data memory found = data[id];
        if (block.timestamp > found.expiry) return (address(0), 0, found.expiry);
        return (found.owner, found.fuses, found.expiry);
    }
}

contract Resolver {
    mapping(bytes32 => address) public addr;
    mapping(bytes32 => string) public name;

    function setAddr(bytes32 node, address value) external {
        addr[node] = value;
    }

    function setName(bytes32 node, string calldata value) external {
        name[node] = value;
    }
}

error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

/** Its addresses come from a gateway (EIP-3668); a gateway may send it back for more. */
contract GatewayResolver {
    string[] private urls;

    constructor(string[] memory gateways) {
        urls = gateways;
    }

    function addr(bytes32 node) external view returns (address) {
        revert OffchainLookup(address(this), urls, abi.encode(node), this.addrCallback.selector, abi.encode(node));
    }

    function addrCallback(bytes calldata response, bytes calldata extraData) external view returns (address) {
        (bool isDone, address found) = abi.decode(response, (bool, address));
        if (!isDone) revert OffchainLookup(address(this), urls, extraData, this.addrCallback.selector, extraData);
        return found;
    }
}

/** Uses up all gas that it gets, for any call. */
contract BurningResolver {
    fallback() external {
        uint256 sum;
        while (true) sum += gasleft();
    }
}

/** Answers everything with a megabyte. */
contract LongResolver {
    fallback() external {
        assembly {
            mstore(0, 0x20)
            mstore(0x20, 1000000)
            return(0, 1000064)
        }
    }
}

struct GatewayRequest {
    address sender;
    string[] urls;
    bytes data;
}

interface BatchGateway {
    function query(GatewayRequest[] memory requests) external view returns (bool[] memory, bytes[] memory);
}

contract UniversalResolver {
    error ResolverNotFound(bytes name);
    error ResolverError(bytes errorData);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);

    enum Step {
        Resolve,
        ReverseName,
        ReverseAddress
    }

    struct Work {
        Step step;
        address resolver;
        address reverseResolver;
        address lookup;
        string primary;
        string[] gateways;
    }

    bytes32 private constant addrReverse = 0x91d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2;
    Registry private immutable registry;

    constructor(Registry ensRegistry) {
        registry = ensRegistry;
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] memory gateways)
        external
        view
        returns (bytes memory, address)
    {
        Work memory work;
        work.gateways = gateways;
        work.resolver = resolverOf(dnsHash(name, 0));
        ask(data, work);
        return ("", address(0));
    }

    function reverseWithGateways(bytes calldata lookup, uint256, string[] memory gateways)
        external
        view
        returns (string memory, address, address)
    {
        Work memory work;
        work.gateways = gateways;
        work.step = Step.ReverseName;
        work.lookup = address(bytes20(lookup));
        bytes32 node = keccak256(abi.encodePacked(addrReverse, keccak256(hexOf(work.lookup))));
        work.resolver = resolverOf(node);
        ask(abi.encodeWithSignature("name(bytes32)", node), work);
        return ("", address(0), address(0));
    }

    function callback(bytes calldata response, bytes calldata extraData) external view returns (bytes memory) {
        (bytes4 resolverCallback, bytes memory resolverExtra, Work memory work) = abi.decode(extraData, (bytes4, bytes, Work));
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        if (failures[0]) {
            bytes memory failure = responses[0];
            assembly {
                revert(add(failure, 32), mload(failure))
            }
        }
        ask(abi.encodeWithSelector(resolverCallback, responses[0], resolverExtra), work);
        return "";
    }

    function ask(bytes memory data, Work memory work) private view {
        (bool isDone, bytes memory result) = work.resolver.staticcall(data);
        if (isDone) return done(result, work);
        if (bytes4(result) != OffchainLookup.selector) revert ResolverError(result);
        bytes memory arguments = new bytes(result.length - 4);
        for (uint256 i; i < arguments.length; ++i) arguments[i] = result[i + 4];
        (address sender, string[] memory urls, bytes memory callData, bytes4 resolverCallback, bytes memory resolverExtra) =
            abi.decode(arguments, (address, string[], bytes, bytes4, bytes));
        GatewayRequest[] memory requests = new GatewayRequest[](1);
        requests[0] = GatewayRequest(sender, urls, callData);
        revert OffchainLookup(
            address(this),
            work.gateways,
            abi.encodeCall(BatchGateway.query, (requests)),
            this.callback.selector,
            abi.encode(resolverCallback, resolverExtra, work)
        );
    }

    function done(bytes memory result, Work memory work) private view {
        if (work.step == Step.Resolve) return finish(abi.encode(result, work.resolver));
        if (work.step == Step.ReverseName) {
            work.primary = abi.decode(result, (string));
            if (bytes(work.primary).length == 0) return finish(abi.encode("", address(0), work.resolver));
            work.step = Step.ReverseAddress;
            work.reverseResolver = work.resolver;
            bytes32 node = textHash(bytes(work.primary), 0);
            work.resolver = resolverOf(node);
            return ask(abi.encodeWithSignature("addr(bytes32)", node), work);
        }
        address found = abi.decode(result, (address));
        if (found != work.lookup) revert ReverseAddressMismatch(work.primary, abi.encodePacked(found));
        finish(abi.encode(work.primary, work.resolver, work.reverseResolver));
    }

    function finish(bytes memory answer) private pure {
        assembly {
            return(add(answer, 32), mload(answer))
        }
    }

    function resolverOf(bytes32 node) private view returns (address found) {
        found = registry.resolver(node);
        if (found == address(0)) revert ResolverNotFound("");
    }

    function dnsHash(bytes memory name, uint256 at) private pure returns (bytes32) {
        uint256 length = uint8(name[at]);
        if (length == 0) return 0;
        return keccak256(abi.encodePacked(dnsHash(name, at + length + 1), part(name, at + 1, length)));
    }

    function textHash(bytes memory name, uint256 at) private pure returns (bytes32) {
        if (at >= name.length) return 0;
        uint256 end = at;
        while (end < name.length && name[end] != ".") ++end;
        return keccak256(abi.encodePacked(textHash(name, end + 1), part(name, at, end - at)));
    }

    function part(bytes memory name, uint256 at, uint256 length) private pure returns (bytes32) {
        bytes memory label = new bytes(length);
        for (uint256 i; i < length; ++i) label[i] = name[at + i];
        return keccak256(label);
    }

    function hexOf(address value) private pure returns (bytes memory digits) {
        bytes memory symbols = "0123456789abcdef";
        digits = new bytes(40);
        for (uint256 i; i < 40; ++i) digits[i] = symbols[(uint160(value) >> (4 * (39 - i))) & 15];
    }
}
