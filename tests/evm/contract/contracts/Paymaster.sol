// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IDeposits {
    function depositTo(address account) external payable;
}

/** Pays for every operation of ERC-4337. */
contract Paymaster {
    struct PackedUserOperation {
        address sender;
        uint256 nonce;
        bytes initCode;
        bytes callData;
        bytes32 accountGasLimits;
        uint256 preVerificationGas;
        bytes32 gasFees;
        bytes paymasterAndData;
        bytes signature;
    }

    address public immutable entryPoint;

    constructor(address at) payable {
        entryPoint = at;
        IDeposits(at).depositTo{value: msg.value}(address(this));
    }

    function validatePaymasterUserOp(PackedUserOperation calldata, bytes32, uint256)
        external
        pure
        returns (bytes memory context, uint256 validationData)
    {
        return ("", 0);
    }
}
