// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity ^0.8.24;

import {Safe} from "@safe-global/safe-smart-account/contracts/Safe.sol";
import {SafeProxy} from "@safe-global/safe-smart-account/contracts/proxies/SafeProxy.sol";

/// The Safe that three of the harbor share.
contract HarborSafe is Safe {}

contract HarborSafeProxy is SafeProxy {
    constructor(address singleton) SafeProxy(singleton) {}
}
