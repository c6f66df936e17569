STAGE=dev TABLE=dev-bookmarks WHEN=2026-11-20T03:00:00Z
ROLE=$(aws backup list-backup-selections --output text --query "BackupSelectionsList[0].IamRoleArn" \
  --backup-plan-id $(aws backup list-backup-plans --output text --query "BackupPlansList[?BackupPlanName=='$STAGE-magpie'].BackupPlanId"))
POINT=$(aws backup list-recovery-points-by-backup-vault --backup-vault-name $STAGE-magpie --output text \
  --by-resource-arn $(aws dynamodb describe-table --table-name $TABLE --query Table.TableArn --output text) \
  --query "sort_by(RecoveryPoints, &CreationDate)[-1].RecoveryPointArn")
aws backup start-restore-job --recovery-point-arn $POINT --iam-role-arn $ROLE --resource-type DynamoDB \
  --metadata targetTableName=$TABLE-restored,encryptionType=Default
aws dynamodb wait table-exists --table-name $TABLE-restored
